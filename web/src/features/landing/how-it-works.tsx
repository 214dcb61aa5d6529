import { FileCheck2, Search, Syringe } from 'lucide-react'
import { Section } from './section'
import { howItWorks as texts } from './texts'

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
            <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand-ink">
              <Icon className="size-6" aria-hidden />
            </span>
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
