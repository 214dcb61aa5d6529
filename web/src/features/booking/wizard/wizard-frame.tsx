import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Logo, ThemeToggle } from '@/components/brand/logo'
import { paths } from '@/lib/paths'
import { IconSpot } from '@/ui/icon-spot'
import { SkipLink } from '@/ui/skip-link'
import { lastStep } from './steps'

export function WizardFrame({ children, progress }: { children: ReactNode; progress?: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b bg-surface">
        <div className="mx-auto flex h-16 max-w-[1200px] items-center justify-between px-4 sm:px-6">
          <Link to={paths.home} className="flex min-h-11 items-center rounded-lg" aria-label="Jaanch home">
            <Logo />
          </Link>
          <ThemeToggle />
        </div>
        {progress}
      </header>
      <main id="content" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </main>
    </div>
  )
}

type WizardMessageProps = { icon: LucideIcon; title: string; action: ReactNode }

export function WizardMessage({ icon: Icon, title, action }: WizardMessageProps) {
  return (
    <WizardFrame>
      <div className="m-auto grid justify-items-center px-6 py-16 text-center">
        <IconSpot icon={Icon} className="size-14 rounded-full bg-accent-soft text-accent-ink" />
        <h1 className="mt-4 mb-6 font-semibold text-base">{title}</h1>
        {action}
      </div>
    </WizardFrame>
  )
}

/** The bar is step ÷ 5 wide (specification, section 2.10): wider than its track from step 6 on, which clips it. */
export function WizardProgress({ step }: { step: number }) {
  return (
    <div
      role="progressbar"
      aria-label="Booking progress"
      aria-valuemin={1}
      aria-valuemax={lastStep}
      aria-valuenow={step}
      aria-valuetext={`Step ${step} of ${lastStep}`}
      className="h-1.5 w-full overflow-hidden bg-sunken"
    >
      <div
        className="h-full rounded-r-full bg-brand transition-[width] duration-200"
        style={{ width: `${(step / 5) * 100}%` }}
      />
    </div>
  )
}

export function StepHeading({ children }: { children: ReactNode }) {
  return <h1 className="mb-5 font-bold text-xl outline-none">{children}</h1>
}
