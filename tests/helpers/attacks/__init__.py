"""Attacks: what nobody should send, drawn from a seed, and what holds whatever is sent."""
