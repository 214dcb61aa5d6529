import type { ReactNode } from 'react'

type StepHeadingProps = { children: ReactNode; description?: ReactNode }

export function StepHeading({ children, description }: StepHeadingProps) {
  return (
    <div className="mb-5">
      <h1 className="font-bold text-xl">{children}</h1>
      {description && <p className="mt-1 text-ink-soft">{description}</p>}
    </div>
  )
}
