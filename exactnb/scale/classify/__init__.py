"""Large corpora classified: files and records in, labels out, any one of them as a problem."""
