"""Dreaming, decided purely: which facts say the same, which have outlived their use, what keeps a pass from going too far."""
