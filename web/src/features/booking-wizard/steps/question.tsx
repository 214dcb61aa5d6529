import type { ReactNode } from 'react'

export function Question({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className="mb-5">
      <h1 className="font-bold text-xl">{children}</h1>
      {note && <p className="mt-1 text-ink-soft">{note}</p>}
    </div>
  )
}
