import { type ReactNode, useId } from 'react'
import { cn } from '@/lib/class-names'
import { Card } from './card'

type PanelProps = { title: string; action?: ReactNode; size?: 'md' | 'lg'; children: ReactNode }

export function Panel({ title, action, size = 'md', children }: PanelProps) {
  const headingId = useId()
  return (
    <Card className="h-full min-w-0">
      <section aria-labelledby={headingId} className="flex h-full flex-col">
        <div
          className={cn(
            'flex items-center justify-between border-b',
            size === 'lg' ? 'min-h-16 gap-4 px-5 py-2.5' : 'min-h-14 gap-3 px-4 py-1.5 sm:px-5',
          )}
        >
          <h2 id={headingId} className="font-semibold text-base">
            {title}
          </h2>
          {action}
        </div>
        {children}
      </section>
    </Card>
  )
}
