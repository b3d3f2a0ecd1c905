const off = 'search-key-off'

/** Whether `/` leads to the search: in this browser it can be switched off, for who speaks instead of typing. */
export function isSearchKeyOn(): boolean {
  try {
    return localStorage.getItem(off) === null
  } catch {
    // storage may be closed to us
    return true
  }
}

export function switchSearchKey(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(off)
    else localStorage.setItem(off, 'yes')
  } catch {
    // storage may be closed to us
  }
}
