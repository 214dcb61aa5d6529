import type { ReactNode } from 'react'

/** The label of a button or link, with what it is about for screen readers: 'Cancel', read as 'Cancel Lipid Profile'. */
export function Named({ of, children }: { of: ReactNode; children: ReactNode }) {
  return (
    <span>
      {children}
      <span className="sr-only"> {of}</span>
    </span>
  )
}
