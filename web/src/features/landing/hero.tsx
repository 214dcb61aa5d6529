import { BadgeCheck, Clock, House } from 'lucide-react'
import { SearchBox } from '@/components/search/search-box'
import { HeroPreview } from './hero-preview'

type HeroProps = { text: string; onText: (text: string) => void; onSearch: () => void }

const promises = [
  { icon: House, text: 'Home collection' },
  { icon: BadgeCheck, text: 'NABL-certified labs' },
  { icon: Clock, text: 'Reports in 24 to 48 hours' },
]

const examples = ['Thyroid', 'Diabetes', 'Vitamin D', 'Fever']

export function Hero({ text, onText, onSearch }: HeroProps) {
  return (
    <section className="overflow-hidden bg-deep text-on-deep">
      <div className="mx-auto grid max-w-[1200px] items-center gap-12 px-4 py-12 sm:px-6 sm:py-20 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="min-w-0">
          <h1 className="font-bold text-3xl">
            Lab tests at your door. <span className="text-accent">Every step live.</span>
          </h1>
          <p className="mt-4 max-w-xl text-base text-on-deep-soft">
            Book in two minutes, have the sample taken at home, and watch your report come: from the
            collector's knock to the lab's last check.
          </p>
          <div className="mt-7 max-w-xl">
            <SearchBox value={text} onChange={onText} onSearch={onSearch} />
            <ul
              className="mt-3 flex flex-wrap items-center gap-2 text-on-deep-soft text-xs"
              aria-label="Examples"
            >
              {examples.map((example) => (
                <li key={example}>
                  <button
                    type="button"
                    className="min-h-11 rounded-lg bg-deep-soft px-3 font-medium text-on-deep sm:min-h-9"
                    onClick={() => onText(example)}
                  >
                    {example}
                  </button>
                </li>
              ))}
            </ul>
          </div>
          <ul className="mt-8 flex flex-col gap-x-6 gap-y-2 font-medium sm:flex-row sm:flex-wrap">
            {promises.map(({ icon: Icon, text: promise }) => (
              <li key={promise} className="flex items-center gap-2">
                <Icon className="size-5 text-accent" aria-hidden />
                {promise}
              </li>
            ))}
          </ul>
        </div>
        <HeroPreview />
      </div>
    </section>
  )
}
