import type { ReactNode } from 'react'
import { Panel } from '@/ui/panel'

/** Long enough for sixty entries of 80 characters */
export const listLength = 5_000

type SectionProps = { title: string; hint?: string | undefined; children: ReactNode }

/** A group of fields, in two columns where there is room. */
export function Section({ title, hint, children }: SectionProps) {
  return (
    <Panel title={title}>
      <div className="grid grid-cols-1 gap-4 p-4 sm:grid-cols-2 sm:p-5">
        {hint && <p className="text-ink-soft sm:col-span-2">{hint}</p>}
        {children}
      </div>
    </Panel>
  )
}
