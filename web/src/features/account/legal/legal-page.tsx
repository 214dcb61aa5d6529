import { keptFor } from '@jaanch/contracts/kept-for'
import { Link, NavLink } from 'react-router-dom'
import { Logo, ThemeToggle } from '@/components/brand/logo'
import { operatorText, readSupport } from '@/lib/operator'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { Card } from '@/ui/card'
import { SkipLink } from '@/ui/skip-link'

type LegalPageName = 'privacy' | 'terms' | 'grievance' | 'support'

type Text = { title: string; sections: readonly (readonly [heading: string, ...paragraphs: string[]])[] }

/** The pages at the foot of the site. They say what the product does; the installation adds who runs it. */
const legalTexts: Record<LegalPageName, (operator: Operator) => Text> = {
  privacy: ({ name, address, grievance }) => ({
    title: 'Privacy Notice',
    sections: [
      [
        'Who is responsible',
        `This site is run by ${name}, ${address}. It is the data fiduciary under India's Digital Personal Data Protection Act, 2023.`,
      ],
      [
        'What we process, and why',
        'Your account: name, email, phone, and, if you give them, date of birth and gender, to sign you in and to reach you.',
        'Your family members and addresses, as you enter them, to collect samples from the right person at the right place.',
        'Your bookings, prescriptions, instructions and payments, to carry out the tests that you book.',
        'Your results and reports, to show them to you.',
        'Devices on which you are signed in, and a record of who opened your documents, to keep your account safe.',
      ],
      [
        'Who gets it',
        'The lab that is assigned to a booking, and only that one: name, age, sex, address, contact number and the tests, from its ' +
          'confirmation until some days after the collection. It makes the report.',
        'The people who run this site, as far as their work needs it. When they open your documents, you see it in your profile.',
        'Mail and SMS services, which carry our messages.',
        'Nobody else. We sell no data, and there is no advertising here.',
      ],
      [
        'How long',
        'As long as you have an account. When you delete it, your details, family, addresses, prescriptions and reports are deleted at ' +
          'once; what remains of your bookings has no name.',
        `An address that you delete, or a file that is refused because of malware, is kept for ${keptFor.discarded}. E-mails and SMS that we ` +
          `sent to you are kept for ${keptFor.messages}, messages between you, the lab and us for ${keptFor.bookingMessages}.`,
        `What a lab applied with is deleted ${keptFor.rejectedApplications} after its application was rejected.`,
        `A copy of results that you show to a doctor is encrypted in your browser, and deleted when its link ends; who opened it, ` +
          `${keptFor.shares} later.`,
        `The record of who did what is kept for ${keptFor.audit}, and a line for each request for ${keptFor.requestLines}, both without names.`,
      ],
      [
        'Your rights',
        'Access: download everything that we hold about you, in your profile under Your Data.',
        'Correction: change your details, family and addresses in your profile.',
        'Withdrawal and erasure: delete your account in your profile, or take a single consent back there. Open bookings have to be ' +
          'cancelled or completed first.',
        `Grievance: write to ${grievance}. If the answer does not settle it, you can complain to the Data Protection Board of India.`,
        'Nomination: you may name somebody who exercises your rights if you die or cannot. Write to the same contact.',
      ],
      ['Children', 'An account needs an adult. A parent books for a child, as a member of the family.'],
    ],
  }),
  terms: ({ name, address, support }) => ({
    title: 'Terms of Use',
    sections: [
      [
        'Who you deal with',
        `This site is run by ${name}, ${address}. It arranges lab tests; a partner lab carries them out.`,
      ],
      [
        'Booking',
        'A booking is for you or a member of your family, at the prices that are shown when you confirm it. The lab confirms it. The ' +
          'express fee of an instant collection is not part of the total.',
        'You can cancel a confirmed booking until the sample collection begins, and move a visit until two hours before it.',
      ],
      [
        'Payment',
        'You pay in the way that you choose in the booking: in cash at the collection, by UPI, or by card.',
      ],
      [
        'Results',
        'Reports are promised within 24 to 48 hours. A result is not a diagnosis: please discuss it with a doctor. In an emergency, ' +
          'call 112.',
      ],
      [
        'Your account',
        'You are at least 18 years old, your details are right, and you keep your password to yourself. An account that is misused ' +
          'can be disabled.',
      ],
      ['Questions', `Please write to ${support}. The law of India applies.`],
    ],
  }),
  grievance: ({ name, address, grievance }) => ({
    title: 'Grievances',
    sections: [
      [
        'Whom to write to',
        `For a grievance about your personal data or about a booking: ${grievance}.`,
        `By post: ${name}, ${address}.`,
        'Please say which booking it is about, and how we reach you. Do not send reports or passwords.',
      ],
      [
        'If that does not settle it',
        'About personal data, you can complain to the Data Protection Board of India. About a service, the National Consumer Helpline ' +
          'is at 1915.',
      ],
    ],
  }),
  support: ({ support }) => ({
    title: 'Support',
    sections: [
      [
        'How to reach us',
        `${support}.`,
        'Please have the number of your order at hand: it is on the card of the booking.',
      ],
      [
        'What you can do yourself',
        'Cancel or move a booking, and see how far it is, under Bookings.',
        'Download reports under Reports.',
        'Change your details, download your data or delete your account in your profile.',
        'If you forgot your password, the login page sends you a link.',
      ],
    ],
  }),
}

/** @param placeholder what stands there until the installation sets the text */
function textOf(name: 'name' | 'address' | 'grievance', placeholder: string): string {
  return operatorText(name) || `[${placeholder}]`
}

function supportText(): string | undefined {
  const { phone, email, hours } = readSupport() ?? {}
  return operatorText('support') || [phone, email, hours].filter(Boolean).join(', ')
}

const readOperator = () => ({
  name: textOf('name', 'the name of who runs this site is not given yet'),
  address: textOf('address', 'the address is not given yet'),
  grievance: textOf('grievance', 'the contact for grievances is not given yet'),
  support: supportText() || '[the contact for support is not given yet]',
})

type Operator = ReturnType<typeof readOperator>

const links = [
  ['privacy', 'Privacy'],
  ['terms', 'Terms'],
  ['grievance', 'Grievances'],
  ['support', 'Support'],
] as const satisfies (readonly [LegalPageName, string])[]

export const Privacy = () => <LegalPage page="privacy" />

export const Terms = () => <LegalPage page="terms" />

export const Grievance = () => <LegalPage page="grievance" />

export const Support = () => <LegalPage page="support" />

function LegalPage({ page }: { page: LegalPageName }) {
  const { title, sections } = legalTexts[page](readOperator())
  useTitle(title)
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-4 py-4 sm:px-6">
      <SkipLink />
      <header className="flex items-center justify-between">
        <Link to={paths.landing} className="flex min-h-11 items-center rounded-lg">
          <Logo />
        </Link>
        <ThemeToggle />
      </header>
      <nav aria-label="About" className="mt-4 flex flex-wrap gap-x-5">
        {links.map(([name, label]) => (
          <NavLink
            key={name}
            to={paths[name]}
            className="inline-flex min-h-11 items-center font-medium text-ink-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-brand-ink"
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <main id="content" tabIndex={-1} className="py-6 outline-none">
        <h1 className="font-bold text-xl">{title}</h1>
        <Card className="mt-5 grid gap-6 p-5 sm:p-6">
          {sections.map(([heading, ...paragraphs]) => (
            <section key={heading}>
              <h2 className="font-semibold text-base">{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-2 text-pretty break-words text-ink-soft">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </Card>
      </main>
    </div>
  )
}
