import { homeFacts } from '@jaanch/contracts/facts/home'
import { CloudRain } from 'lucide-react'
import { searchPath } from '@/lib/paths'
import { useFacts } from '@/lib/resources/facts'
import { useSuggestions } from '@/lib/resources/packages'
import { ButtonLink } from '@/ui/button'

/** The offer of the installation; nothing without its title, or while its specified search finds nothing. */
export function Banner() {
  const { bannerTitle, bannerBadge, bannerText, bannerButton, bannerSearch } = useFacts(homeFacts)
  const { leadsSomewhere } = useSuggestions()
  const isSpecified = bannerSearch === homeFacts.bannerSearch.specified
  if (bannerTitle === null || (isSpecified && !leadsSomewhere('Fever'))) return null
  return (
    <section
      aria-labelledby="banner"
      className="relative flex flex-wrap items-center gap-x-6 gap-y-4 overflow-hidden rounded-2xl bg-deep p-6 text-on-deep sm:p-8"
    >
      {bannerTitle === homeFacts.bannerTitle.specified && (
        <CloudRain
          className="absolute -right-6 -bottom-10 size-52 text-deep-soft"
          strokeWidth={1}
          aria-hidden
        />
      )}
      <div className="relative grid min-w-0 grow gap-y-1">
        {bannerBadge !== null && (
          <p className="mb-2 w-fit rounded-md bg-accent px-2 py-0.5 font-semibold text-on-accent text-xs">
            {bannerBadge}
          </p>
        )}
        <h2 id="banner" className="font-bold text-xl [overflow-wrap:anywhere]">
          {bannerTitle}
        </h2>
        {bannerText !== null && <p className="text-on-deep-soft [overflow-wrap:anywhere]">{bannerText}</p>}
      </div>
      {bannerButton !== null && bannerSearch !== null && (
        <ButtonLink to={searchPath(bannerSearch)} variant="accent" size="lg" className="relative">
          {bannerButton}
        </ButtonLink>
      )}
    </section>
  )
}
