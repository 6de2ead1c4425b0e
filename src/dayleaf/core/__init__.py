"""The pure core: values and decisions; no file, clock, environment, randomness, log, thread or network."""
