import { CloudRain } from 'lucide-react'
import { searchPath } from '@/lib/paths'
import { useSuggestions } from '@/lib/resources/packages'
import { ButtonLink } from '@/ui/button'
import { monsoon as texts } from './texts'

const offered = 'Fever'

/** Hidden where its search finds nothing. */
export function MonsoonBanner() {
  const { leadsSomewhere } = useSuggestions()
  if (!leadsSomewhere(offered)) return null
  return (
    <section
      aria-labelledby="monsoon"
      className="relative flex flex-wrap items-center gap-x-6 gap-y-4 overflow-hidden rounded-2xl bg-deep p-6 text-on-deep sm:p-8"
    >
      <CloudRain
        className="absolute -right-6 -bottom-10 size-52 text-deep-soft"
        strokeWidth={1}
        aria-hidden
      />
      <div className="relative min-w-0 grow">
        <p className="w-fit rounded-md bg-accent px-2 py-0.5 font-semibold text-on-accent text-xs">
          {texts.discount}
        </p>
        <h2 id="monsoon" className="mt-3 font-bold text-xl">
          {texts.title}
        </h2>
        <p className="mt-1 text-on-deep-soft">{texts.text}</p>
      </div>
      <ButtonLink to={searchPath(offered)} variant="accent" size="lg" className="relative">
        {texts.claim}
      </ButtonLink>
    </section>
  )
}
