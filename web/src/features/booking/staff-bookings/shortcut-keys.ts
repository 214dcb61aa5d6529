/** The keys of staff lists. Buttons name theirs with aria-keyshortcuts, and are pressed by it in the focused row. */
export const keys = {
  search: '/',
  nextRow: 'j',
  previousRow: 'k',
  open: 'Enter',
  assign: 'a',
  advance: 'u',
  select: 'x',
  report: 'r',
  help: '?',
} as const

export type ListKey = keyof typeof keys
