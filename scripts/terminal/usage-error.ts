/** The command is wrong, or names something that cannot be read. */
export class UsageError extends Error {}
