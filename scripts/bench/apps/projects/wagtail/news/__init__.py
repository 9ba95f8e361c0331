"""Holds the one kind of page that the site has."""
