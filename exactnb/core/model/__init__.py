"""The model: prior and families put together into one graph of named quantities."""
