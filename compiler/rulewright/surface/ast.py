"""The syntax tree of a rules file: one small class for each construct of the grammar, each with its place."""

from ..diagnostics import NOWHERE as NOWHERE  # re-exported: every node has a place
from ..diagnostics import Span as Span
from .ast_declarations import *  # noqa: F403
from .ast_examples import *  # noqa: F403
from .ast_expressions import *  # noqa: F403
from .ast_nodes import *  # noqa: F403
from .ast_statements import *  # noqa: F403
