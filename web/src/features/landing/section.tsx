import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'

type SectionProps = {
  id: string
  title: string
  description?: string
  className?: string
  children: ReactNode
}

export function Section({ id, title, description, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={cn('py-14 sm:py-20', className)}>
      <div className="mx-auto max-w-[1200px] px-4 sm:px-6">
        <h2 id={`${id}-title`} className="font-bold text-xl">
          {title}
        </h2>
        {description && <p className="mt-1 mb-7 text-ink-soft text-base">{description}</p>}
        {children}
      </div>
    </section>
  )
}
