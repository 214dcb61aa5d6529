import { CloudRain } from 'lucide-react'
import { searchPath } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'

export function MonsoonBanner() {
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
        <p className="w-fit rounded-md bg-accent px-2 py-0.5 font-semibold text-on-accent text-xs">30% off</p>
        <h2 id="monsoon" className="mt-3 font-bold text-xl">
          Monsoon Health Special
        </h2>
        <p className="mt-1 text-on-deep-soft">30% off on the fever panel, with home collection.</p>
      </div>
      <ButtonLink to={searchPath('Fever')} variant="accent" size="lg" className="relative">
        Claim Offer
      </ButtonLink>
    </section>
  )
}
