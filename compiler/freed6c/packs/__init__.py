"""The plain types that travel between the stages: files, packs, addresses, origins.

Data read from YAML stays plain (text, integers, booleans, lists, maps) until the link stage.
"""
