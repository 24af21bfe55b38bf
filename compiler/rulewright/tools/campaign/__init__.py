"""Campaigns: many random games with every invariant checked, and what they show."""
