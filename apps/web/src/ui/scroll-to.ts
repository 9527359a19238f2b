const scrolls = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight && /auto|scroll/u.test(getComputedStyle(element).overflowY);

/**
 * Brings an element to the top of what scrolls around it, and gives it the focus. `scrollIntoView` would also move the frames
 * around that, which have no scroll bar to move them back.
 */
export const showElement = (id: string): void => {
  const element = document.getElementById(id);
  if (element === null) return;
  let scroller: Element | null = element.parentElement;
  while (scroller !== null && !scrolls(scroller)) scroller = scroller.parentElement;
  if (scroller !== null) {
    const top = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    scroller.scrollTo({ top: scroller.scrollTop + top });
  }
  element.focus({ preventScroll: true });
};
