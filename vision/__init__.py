"""From pixels to a reading. Knows nothing of games, chips or web."""
