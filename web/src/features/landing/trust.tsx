import { BadgeCheck, FileLock2, Syringe } from 'lucide-react'
import { Section } from './section'
import { trust as texts } from './texts'

const reasons = [
  { icon: BadgeCheck, ...texts.certified },
  { icon: Syringe, ...texts.onDemand },
  { icon: FileLock2, ...texts.privacy },
]

export function Trust() {
  return (
    <Section id="trust" title={texts.title} description={texts.description}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {texts.figures.map(([figure, name]) => (
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
