import type { ReactNode } from 'react'

export function StepHeading({ children }: { children: ReactNode }) {
  return <h1 className="mb-5 font-bold text-xl outline-none">{children}</h1>
}
