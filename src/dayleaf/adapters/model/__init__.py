"""Language models, each behind the port LanguageModel: servers that speak OpenAI's protocol, Anthropic's, recorded answers, a script."""

from dayleaf.adapters.model.anthropic import AnthropicModel
from dayleaf.adapters.model.compatible import CompatibleModel
from dayleaf.adapters.model.replay import ReplayModel, ScriptedModel

__all__ = ["AnthropicModel", "CompatibleModel", "ReplayModel", "ScriptedModel"]
