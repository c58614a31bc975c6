"""Tests of the formats: draws, tables, who goes on."""
