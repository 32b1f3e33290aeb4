"""Running strangers' code: in its own process, behind walls, by an honest clock."""

from lastknight.sandbox.agent_files import AgentFiles
from lastknight.sandbox.allowance import Allowance, Bounds
from lastknight.sandbox.host import Host, Order
from lastknight.sandbox.walls import Sandbox

__all__ = ["AgentFiles", "Allowance", "Bounds", "Host", "Order", "Sandbox"]
