import { BadgeCheck, FileLock2, Syringe } from 'lucide-react'
import { Section } from './section'

/** Specification, section 1. */
const figures = [
  ['50K+', 'customers'],
  ['500+', 'lab partners'],
  ['100+', 'cities'],
  ['4.8/5', 'rating'],
  ['99.9%', 'accuracy'],
] as const

const reasons = [
  {
    icon: BadgeCheck,
    title: 'NABL-certified labs',
    text: 'Every lab is checked and approved before its first sample.',
  },
  {
    icon: Syringe,
    title: 'On-demand booking',
    text: 'Scheduled to the slot, or instant within 2 to 4 hours.',
  },
  {
    icon: FileLock2,
    title: 'Your data stays yours',
    text: 'Only the lab that takes your sample sees where you live.',
  },
]

export function Trust() {
  return (
    <Section id="trust" title="Trusted where it matters" description="Numbers, and what stands behind them.">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {figures.map(([figure, name]) => (
          <div
            key={name}
            className="flex flex-col-reverse rounded-xl border bg-surface p-5 shadow-card last:max-sm:col-span-2"
          >
            <dt className="text-ink-soft">{name}</dt>
            <dd className="font-bold text-3xl text-brand-ink tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
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
