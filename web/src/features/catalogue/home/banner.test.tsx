import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { WithFacts } from '@/testing/facts'
import { Banner } from './home'

const show = (facts: Parameters<typeof WithFacts>[0]['facts']) =>
  render(
    <WithFacts facts={facts}>
      <Banner />
    </WithFacts>,
  )

test('the banner has the texts of the specification until an installation has its own', () => {
  show({})
  expect(screen.getByRole('heading', { name: 'Monsoon Health Special' })).toBeTruthy()
  expect(screen.getByText('30% off')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Claim Offer' })
  expect(link.getAttribute('href')).toBe('/tests?q=Fever')
})

test('the banner has the texts of the installation, and leaves out what is hidden', () => {
  show({ bannerTitle: 'Heart Week', bannerBadge: null, bannerText: 'In June', bannerSearch: 'Heart' })
  expect(screen.getByRole('heading', { name: 'Heart Week' })).toBeTruthy()
  expect(screen.queryByText('30% off')).toBeNull()
  expect(screen.getByText('In June')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/tests?q=Heart')
})

test('the button of the banner is left out if nothing is searched for', () => {
  show({ bannerSearch: null })
  expect(screen.queryByRole('link')).toBeNull()
})

test('there is no banner without its title', () => {
  expect(show({ bannerTitle: null }).container.textContent).toBe('')
})
