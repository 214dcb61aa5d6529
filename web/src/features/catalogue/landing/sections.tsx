import { landingFacts } from '@jaanch/insight/facts/landing'
import { BadgeCheck, FileCheck2, FileLock2, Search, Syringe } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFacts } from '@/features/insight/facts-calls'
import { cn } from '@/lib/class-names'
import { IconSpot } from '@/ui/icon-spot'
import { howItWorks as texts, trust as trustTexts } from './texts'

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

const steps = [
  { icon: Search, ...texts.find },
  { icon: Syringe, ...texts.visit },
  { icon: FileCheck2, ...texts.follow },
]

export function HowItWorks() {
  return (
    <Section id="how" title={texts.title} description={texts.description} className="bg-surface">
      <ol className="grid grid-cols-1 gap-8 md:grid-cols-3">
        {steps.map(({ icon: Icon, title, text }, index) => (
          <li key={title} className="flex gap-4 md:block">
            <IconSpot icon={Icon} className="size-12 shrink-0 rounded-xl bg-brand-soft text-brand-ink" />
            <div>
              <h3 className="font-semibold text-base md:mt-4">
                <span className="text-ink-soft tabular-nums">{index + 1}. </span>
                {title}
              </h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const reasons = [
  { icon: BadgeCheck, ...trustTexts.certified },
  { icon: Syringe, ...trustTexts.onDemand },
  { icon: FileLock2, ...trustTexts.privacy },
]

export function Trust() {
  const facts = useFacts(landingFacts)
  const figures = trustTexts.figures.flatMap(([id, name]) => {
    const figure = facts[id]
    return figure === null ? [] : { name, figure }
  })
  return (
    <Section
      id="trust"
      title={trustTexts.title}
      {...(figures.length > 0 && { description: trustTexts.description })}
    >
      {figures.length > 0 && (
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          {figures.map(({ name, figure }) => (
            <div
              key={name}
              className="flex flex-col-reverse rounded-xl border bg-surface p-5 shadow-card last:odd:max-sm:col-span-2"
            >
              <dt className="text-ink-soft">{name}</dt>
              <dd className="font-bold text-3xl text-brand-ink tabular-nums [overflow-wrap:anywhere]">
                {figure}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="mt-8 grid gap-6 md:grid-cols-3">
        {reasons.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <Icon className="mt-0.5 size-6 shrink-0 text-brand-ink" aria-hidden />
            <div>
              <h3 className="font-semibold text-base">{title}</h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
