"""Measures reinstate against its peers; ../run is the command."""
