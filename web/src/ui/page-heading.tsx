import type { ReactNode } from 'react'

type PageHeadingProps = { title: ReactNode; description?: ReactNode; children?: ReactNode }

export function PageHeading({ title, description, children }: PageHeadingProps) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="font-bold text-xl">{title}</h1>
        {description && <p className="mt-1 text-ink-soft">{description}</p>}
      </div>
      {children}
    </div>
  )
}
