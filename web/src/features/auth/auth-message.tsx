import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'

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
