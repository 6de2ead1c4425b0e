"""Embedders: text to vectors, one module a provider, each loading its packages only when it is made.

hash                  letters and words, no model: for tests
local                 multilingual-e5-small, in the extra `dayleaf[local]`
light                 Universal Sentence Encoder multilingual, in the extra `dayleaf[light]`
openai:MODEL@URL      any endpoint that speaks OpenAI's `/embeddings`
ollama:MODEL@URL      Ollama's own `/api/embed`
transformers:MODEL    sentence-transformers, a folder or a name
"""
