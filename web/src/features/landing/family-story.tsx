import { HeartHandshake } from 'lucide-react'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'

const family = [
  ['A', 'Amma, 62', 'Thyroid profile', 'Report ready'],
  ['P', 'Papa, 66', 'HbA1c', 'Sample collection'],
  ['D', 'Diya, 9', 'Vitamin D', 'Tomorrow, 8:00–10:00 am'],
] as const

export function FamilyStory() {
  return (
    <section aria-labelledby="family-title" className="bg-surface py-14 sm:py-20">
      <div className="mx-auto grid max-w-[1200px] items-center gap-10 px-4 sm:px-6 lg:grid-cols-2">
        <div>
          <span className="grid size-12 place-items-center rounded-xl bg-accent-soft text-accent-ink">
            <HeartHandshake className="size-6" aria-hidden />
          </span>
          <h2 id="family-title" className="mt-4 font-bold text-xl">
            One account for the whole family
          </h2>
          <p className="mt-2 max-w-lg text-base text-ink-soft">
            Parents in another city, a child with a fever: add them once, book for them in a minute, and see
            how each one's test is getting on.
          </p>
          <ButtonLink to={paths.customerLogin} size="lg" variant="accent" className="mt-6">
            Start with your family
          </ButtonLink>
        </div>
        <ul className="grid grid-cols-1 gap-3" aria-label="For example">
          {family.map(([initial, who, test, state]) => (
            <li key={who} className="flex items-center gap-4 rounded-xl border bg-canvas p-4">
              <span
                className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand-ink"
                aria-hidden
              >
                {initial}
              </span>
              <div className="min-w-0 grow">
                <p className="font-semibold">{who}</p>
                <p className="text-ink-soft text-xs">{test}</p>
              </div>
              <span className="text-right font-medium text-brand-ink text-xs">{state}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
