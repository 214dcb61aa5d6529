// Runs before first paint; kept out of the HTML for the strict CSP.
;(() => {
  let choice = null
  let token = null
  try {
    choice = localStorage.getItem('theme')
    token = localStorage.getItem('auth_token')
  } catch {
    // Storage may be blocked: the system's preference then decides.
  }
  const { classList } = document.documentElement
  // A dark page never flashes white,
  const dark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0d1719' : '#f6faf9')
  // and who is signed in never sees the landing page on the way to their own.
  classList.toggle('leaving-landing', token !== null)
})()
