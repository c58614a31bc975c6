"""How we speak HTTP: fragments, permissions, words for refusals, template tags. No models."""
