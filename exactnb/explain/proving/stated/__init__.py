"""The theorems of families that a user states, one file for each kind of estimate."""
