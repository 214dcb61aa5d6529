import type { ReactNode } from 'react'

type PageHeadingProps = { title: ReactNode; note?: ReactNode; children?: ReactNode }

export function PageHeading({ title, note, children }: PageHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="font-bold text-xl">{title}</h1>
        {note && <p className="mt-1 text-ink-soft">{note}</p>}
      </div>
      {children}
    </div>
  )
}
