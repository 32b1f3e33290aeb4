// What to do about things that only the installed program can.

/** The command that installs it. */
export const INSTALL = "pip install 'lastknight[serve]'";
