/** A list item with a button and the list that it discloses. */
export interface Dropdown {
  readonly item: HTMLElement;
  readonly button: HTMLElement;
  readonly menu: HTMLElement;
}

/** The dropdowns of a page, of which at most one is open. */
export interface Dropdowns {
  /** What is open. */
  readonly opened: () => Dropdown | undefined;
  /** Opens a dropdown, and closes another one. A pinned one stays open when the pointer leaves it. */
  readonly open: (dropdown: Dropdown, how: 'pinned' | 'hovered') => void;
  /** Closes what is open; a focus inside goes back to the button. */
  readonly close: () => void;
}

/** The dropdown that an element is in. */
export function dropdownAt(target: EventTarget | null): Dropdown | undefined {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-dropdown]') : null;
  const [button, menu] = item?.children ?? [];
  if (item === null || !(button instanceof HTMLElement) || !(menu instanceof HTMLElement))
    return undefined;
  return { item, button, menu };
}

/** Whether a dropdown is there and an element is not in it. */
export function isOutside(dropdown: Dropdown | undefined, target: EventTarget | null): boolean {
  return dropdown !== undefined && !(target instanceof Node && dropdown.item.contains(target));
}
