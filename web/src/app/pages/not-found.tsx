import { Compass } from 'lucide-react'
import { Logo } from '@/components/brand/logo'
import { useTitle } from '@/lib/use-title'
import { ButtonLink } from '@/ui/button'

export function NotFound() {
  useTitle('Page Not Found')
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div className="grid justify-items-center">
        <Logo />
        <span className="mt-10 grid size-14 place-items-center rounded-full bg-brand-soft text-brand-ink">
          <Compass className="size-6" aria-hidden />
        </span>
        <h1 className="mt-4 font-bold text-3xl">Page Not Found</h1>
        <p className="mt-2 max-w-sm text-ink-soft">The address may be mistyped, or the page has moved.</p>
        <ButtonLink to="/" size="lg" className="mt-6">
          Go to Home
        </ButtonLink>
      </div>
    </main>
  )
}
