"""What the competition room tells: frozen values with the page's own words, in a fixed number of queries.

``values`` has their shapes; ``events``, ``entries``, ``stages``, ``brackets`` and ``matches`` find them.
"""
