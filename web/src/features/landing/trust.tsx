import { landingFacts } from '@jaanch/contracts/facts/landing'
import { BadgeCheck, FileLock2, Syringe } from 'lucide-react'
import { useFacts } from '@/lib/resources/facts'
import { Section } from './section'
import { trust as texts } from './texts'

const reasons = [
  { icon: BadgeCheck, ...texts.certified },
  { icon: Syringe, ...texts.onDemand },
  { icon: FileLock2, ...texts.privacy },
]

export function Trust() {
  const facts = useFacts(landingFacts)
  const figures = texts.figures.flatMap(([id, name]) => {
    const figure = facts[id]
    return figure === null ? [] : { name, figure }
  })
  return (
    <Section id="trust" title={texts.title} {...(figures.length > 0 && { description: texts.description })}>
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
