import { type ReactNode, useId } from 'react'
import { Card } from '@/ui/card'

type SectionProps = { title: string; action?: ReactNode; children: ReactNode }

export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <Card className="min-w-0">
      <section aria-labelledby={id}>
        <div className="flex min-h-16 items-center justify-between gap-4 border-b px-5 py-2.5">
          <h2 id={id} className="font-semibold text-base">
            {title}
          </h2>
          {action}
        </div>
        {children}
      </section>
    </Card>
  )
}
