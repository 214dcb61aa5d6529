import { exampleSearches } from '@jaanch/catalogue/search/fixed-searches'
import { BadgeCheck, Check, Clock, House } from 'lucide-react'
import { useSuggestions } from '@/features/catalogue/packages-calls'
import { SearchBox } from '@/features/catalogue/search/search-box'
import { cn } from '@/lib/class-names'
import { capitalised } from '@/lib/format/text'
import { heroTexts, previewTexts } from './texts'

type HeroProps = { text: string; onText: (text: string) => void; onSearch: () => void }

const promises = [
  { icon: House, text: heroTexts.promises.home },
  { icon: BadgeCheck, text: heroTexts.promises.certified },
  { icon: Clock, text: heroTexts.promises.reports },
]

export function Hero({ text, onText, onSearch }: HeroProps) {
  return (
    <section className="overflow-hidden bg-deep text-on-deep">
      <div className="mx-auto grid max-w-[1200px] items-center gap-12 px-4 py-12 sm:px-6 sm:py-20 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="min-w-0">
          <h1 className="font-bold text-3xl">
            {heroTexts.title} <span className="text-accent">{heroTexts.titleAccent}</span>
          </h1>
          <p className="mt-4 max-w-xl text-base text-on-deep-soft">{heroTexts.text}</p>
          <div className="mt-7 max-w-xl">
            <SearchBox value={text} onChange={onText} onSearch={onSearch} />
            <Examples onText={onText} />
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

/** Searches that find something here: conditions of the catalogue replace those of the examples that find nothing. */
function Examples({ onText }: Pick<HeroProps, 'onText'>) {
  const { conditions, leadsSomewhere } = useSuggestions()
  const found = exampleSearches.filter(leadsSomewhere)
  const others = conditions.map(capitalised).filter((name) => !exampleSearches.some((each) => each === name))
  const examples = [...found, ...others].slice(0, exampleSearches.length)
  return (
    <ul
      className="mt-3 flex flex-wrap items-center gap-2 text-on-deep-soft text-xs"
      aria-label={heroTexts.examples}
    >
      {examples.map((example) => (
        <li key={example}>
          <button
            type="button"
            className="min-h-11 rounded-lg bg-deep-soft px-3 font-medium text-on-deep pointer-fine:sm:min-h-9"
            onClick={() => onText(example)}
          >
            {example}
          </button>
        </li>
      ))}
    </ul>
  )
}

function HeroPreview() {
  return (
    <div
      role="img"
      aria-label={previewTexts.label}
      className="hidden rounded-2xl bg-surface p-6 text-ink shadow-high sm:block"
    >
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="text-ink-soft text-xs">{previewTexts.title}</p>
          <p className="mt-0.5 font-semibold text-base">{previewTexts.state}</p>
        </div>
        <span className="inline-flex items-center gap-1.5 rounded-md bg-brand-soft px-2 py-0.5 font-semibold text-brand-ink text-xs">
          <span className="size-2 rounded-full bg-brand" />
          {previewTexts.live}
        </span>
      </div>
      <ol className="mt-5">
        {previewTexts.steps.map((step, index) => (
          <li key={step.label} className="relative flex gap-3 pb-4 last:pb-0">
            {index < previewTexts.steps.length - 1 && (
              <span
                className={cn(
                  'absolute top-6 bottom-0 left-[11px] w-0.5',
                  step.state === 'done' ? 'bg-brand' : 'bg-line',
                )}
              />
            )}
            <span
              className={cn(
                'grid size-6 shrink-0 place-items-center rounded-full border-2',
                step.state === 'next' ? 'border-line-strong border-dashed' : 'border-brand',
                step.state === 'done' && 'bg-brand text-on-brand',
                step.state === 'now' && 'bg-brand-soft',
              )}
            >
              {step.state === 'done' && <Check className="size-3.5" />}
              {step.state === 'now' && <span className="size-2.5 rounded-full bg-brand" />}
            </span>
            <span className="flex min-w-0 grow flex-wrap justify-between gap-x-3">
              <span className={step.state === 'now' ? 'font-semibold' : ''}>{step.label}</span>
              <span className="text-ink-soft text-xs leading-6 tabular-nums">{step.time}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
