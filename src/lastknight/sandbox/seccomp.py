"""System calls that the process of an agent gives up for good: no processes, no network, no others.

A filter of the kernel, written with ctypes, for x86-64 and 64-bit ARM. Files are not its business.
"""

import ctypes
import errno
import os
import struct

# By machine: the audit architecture and the numbers of what is refused.
_MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_PLACES = tuple(_MACHINES)
_NUMBERS: dict[str, tuple[int | None, int | None]] = {
    # other processes
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "kcmp": (312, 272),
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434),
    "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424),
    "setpgid": (109, 154),
    "setsid": (112, 157),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    # cores and priorities
    "setpriority": (141, 140),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "ioprio_set": (251, 30),
    # the network
    "socket": (41, 198),
    # memory that limits do not count, or that outlives the process
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    # the machine
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "quotactl": (179, 60),
    "acct": (163, 89),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "personality": (135, 92),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
}
# Those that depend on what they are asked.
_CLONE, _CLONE3 = (56, 220), (435, 435)
_KILL, _TGKILL = (62, 129), (234, 131)
_PRLIMIT, _PRCTL = (302, 261), (157, 167)

_CLONE_THREAD = 0x00010000
_X32 = 0x40000000
_PR_SET_PDEATHSIG, _PR_SET_SECCOMP = 1, 22
_FILTER_MODE = 2

# Instructions: load a word, jump, return.
_LOAD, _EQUAL, _AT_LEAST, _HAS_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL_PROCESS, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16

Instruction = tuple[int, int, int, int]


def is_known_machine() -> bool:
    """Whether there is a filter for this machine."""
    return os.uname().machine in _MACHINES


def program(machine: str, pid: int) -> list[Instruction]:
    """The filter for a machine, as code, jump if true, jump if false, operand."""
    place = _PLACES.index(machine)
    refuse = (_RETURN, 0, 0, _ERROR | errno.EPERM)
    allow = (_RETURN, 0, 0, _ALLOW)
    argument = (_LOAD, 0, 0, _FIRST_ARGUMENT)
    code: list[Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, _MACHINES[machine]),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _X32),
        refuse,
        (_EQUAL, 0, 1, _CLONE3[place]),
        (_RETURN, 0, 0, _ERROR | errno.ENOSYS),  # the C library then uses clone
        (_EQUAL, 0, 4, _CLONE[place]),
        argument,
        (_HAS_BIT, 0, 1, _CLONE_THREAD),
        allow,
        refuse,
        (_EQUAL, 0, 4, _PRCTL[place]),
        argument,
        (_EQUAL, 0, 1, _PR_SET_PDEATHSIG),
        refuse,
        allow,
    ]
    for call, others in ((_KILL, ()), (_TGKILL, ()), (_PRLIMIT, (0,))):
        mine = (pid, *others)
        code += [(_EQUAL, 0, 2 * len(mine) + 2, call[place]), argument]
        for own in mine:
            code += [(_EQUAL, 0, 1, own), allow]
        code.append(refuse)
    for numbers in _NUMBERS.values():
        number = numbers[place]
        if number is not None:
            code += [(_EQUAL, 0, 1, number), refuse]
    return [*code, allow]


def give_up_system_calls(pid: int) -> None:
    """Put the filter in place for this process and all its threads to come.

    Raises OSError where the kernel refuses. The process must have given up new privileges.
    """
    code = program(os.uname().machine, pid)
    packed = b"".join(struct.pack("<HBBI", *instruction) for instruction in code)
    kept = ctypes.create_string_buffer(packed, len(packed))
    header = struct.pack("@HP", len(code), ctypes.addressof(kept))
    libc = ctypes.CDLL(None, use_errno=True)
    where = ctypes.create_string_buffer(header, len(header))
    if libc.prctl(_PR_SET_SECCOMP, _FILTER_MODE, ctypes.byref(where), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the kernel takes no filter of system calls")
