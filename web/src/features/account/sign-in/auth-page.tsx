import { BadgeCheck, Clock, House, type LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Logo, ThemeToggle } from '@/components/brand/logo'
import { cn } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { Card } from '@/ui/card'
import { IconSpot } from '@/ui/icon-spot'
import { Tabs } from '@/ui/tabs'
import { texts } from './texts'

type AuthPageProps = {
  title: string
  description: ReactNode
  pitch: string
  children: ReactNode
  footer?: ReactNode
}

const promises = [
  { icon: House, text: texts.promises.home },
  { icon: BadgeCheck, text: texts.promises.nabl },
  { icon: Clock, text: texts.promises.reports },
]

export function AuthPage({ title, description, pitch, children, footer }: AuthPageProps) {
  useTitle(title)
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <aside className="hidden flex-col justify-between bg-deep p-12 text-on-deep lg:flex">
        <Link to={paths.landing} className="flex min-h-11 w-fit items-center rounded-lg">
          <Logo />
        </Link>
        <div className="max-w-md">
          <p className="font-bold text-3xl">{pitch}</p>
          <ul className="mt-8 grid gap-4 text-base text-on-deep-soft">
            {promises.map(({ icon: Icon, text }) => (
              <li key={text} className="flex items-center gap-3">
                <IconSpot
                  icon={Icon}
                  className="size-9 shrink-0 rounded-lg bg-deep-soft text-accent [&_svg]:size-5"
                />
                {text}
              </li>
            ))}
          </ul>
        </div>
        <p className="text-on-deep-soft text-xs">{texts.promises.line}</p>
      </aside>
      <main className="flex flex-col px-4 py-4 sm:px-8">
        <div className="flex items-center justify-between">
          <Link to={paths.landing} className="flex min-h-11 items-center rounded-lg lg:invisible">
            <Logo />
          </Link>
          <ThemeToggle />
        </div>
        <div className="mx-auto my-auto w-full max-w-md py-8">
          <h1 className="font-bold text-xl">{title}</h1>
          <p className="mt-1 text-ink-soft">{description}</p>
          <Card className="mt-6 p-5 sm:p-6">{children}</Card>
          {footer && <div className="mt-5 text-center text-ink-soft">{footer}</div>}
        </div>
      </main>
    </div>
  )
}

export type AuthTab = 'login' | 'register'

const tabs = [
  { value: 'login', label: texts.tabs.login },
  { value: 'register', label: texts.tabs.register },
] as const

type AuthTabsProps = { value: AuthTab; onChange: (tab: AuthTab) => void; children: ReactNode }

export function AuthTabs(props: AuthTabsProps) {
  return <Tabs fullWidth label={texts.tabs.label} tabs={tabs} {...props} />
}

export function AuthLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      className={cn(
        'inline-flex min-h-11 items-center font-semibold text-brand-ink underline underline-offset-4',
        className,
      )}
      {...rest}
    />
  )
}

type AuthMessageProps = {
  icon: LucideIcon
  variant?: 'success' | 'accent'
  title: string
  text: string
  children: ReactNode
}

export function AuthMessage({ icon: Icon, variant = 'success', title, text, children }: AuthMessageProps) {
  return (
    <div role="status" className="grid justify-items-center py-4 text-center">
      <span
        className={cn(
          'grid size-14 place-items-center rounded-full',
          variant === 'success' ? 'bg-success-soft text-success' : 'bg-accent-soft text-accent-ink',
        )}
      >
        <Icon className="size-6" aria-hidden />
      </span>
      <h2 className="mt-4 font-semibold text-base">{title}</h2>
      <p className="mt-1 text-ink-soft">{text}</p>
      <div className="mt-5 grid justify-items-center">{children}</div>
    </div>
  )
}
