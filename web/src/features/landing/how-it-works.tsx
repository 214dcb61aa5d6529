import { FileCheck2, Search, Syringe } from 'lucide-react'
import { Section } from './section'

const steps = [
  {
    icon: Search,
    title: 'Find your test',
    text: 'Search by name or by how you feel. Prices, preparation and parameters are there before you book.',
  },
  {
    icon: Syringe,
    title: 'We come to you',
    text: 'Choose a slot between 6 AM and 6 PM, or an instant collection within 2 to 4 hours.',
  },
  {
    icon: FileCheck2,
    title: 'Follow it to the report',
    text: 'Each step shows the moment it happens. Your report is ready within 24 to 48 hours.',
  },
]

export function HowItWorks() {
  return (
    <Section
      id="how"
      title="How it works"
      description="Three steps, all of them visible."
      className="bg-surface"
    >
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
