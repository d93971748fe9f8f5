/**
 * In the shadow root `!important` on the host wins over every rule of the page, inline styles included. `all` leaves
 * out `direction`, so it stands apart. b button, n number, m message, d dialog, o centred, x modal, l left, f inline, k close.
 */
export const styles = `:host{all:initial!important;position:fixed!important;z-index:2147483647!important;direction:ltr!important;font:15px/1.45 system-ui!important}
:host([inline]){display:block!important;position:relative!important;z-index:auto!important}
*{box-sizing:border-box;margin:0;padding:0;border:0;font:inherit}
button{background:none;color:inherit;cursor:pointer}
svg{width:26px;fill:none;stroke:currentColor;stroke-width:1.8;stroke-linecap:round;stroke-linejoin:round}
.b,.m,.d{position:fixed;bottom:20px;right:20px;box-shadow:0 6px 24px #0003,0 0 1px #0006}
.b{width:56px;height:56px;border-radius:50%;background:hsl(var(--c));color:#fff;color:oklch(from hsl(var(--c)) calc((.65 - l)*999) 0 0)}
.b,.k{display:grid;place-items:center}
.b svg{grid-area:1/1;transition:.15s}
[aria-expanded=true] svg:first-child,[aria-expanded=false] svg+svg{opacity:0;transform:scale(.7)}
.n{position:absolute;top:-3px;right:-3px;padding:0 6.5px;border-radius:10px;background:#c8372d;color:#fff;font:12px/20px system-ui;box-shadow:0 0 0 2px #fff}
.n::before{content:attr(data-n)}
.m,.d{bottom:88px;border-radius:16px;background:Canvas;color:CanvasText}
.m{display:flex;max-width:300px;width:max-content}
.m,[open]{animation:i .16s}
.t{padding:13px 0 13px 16px;text-align:start;overflow-wrap:anywhere}
.k{flex:none;width:36px;height:36px;margin:5px;opacity:.7}
.k svg{width:16px}
.d{left:auto;top:auto;width:400px;height:min(680px,100vh - 108px);max-height:none;overflow:hidden}
.l>*{right:auto;left:20px}
.o{inset:0;margin:auto;width:480px}
::backdrop{background:#0007}
.d .k{position:absolute;right:0}
iframe{position:absolute;inset:0;width:100%;height:100%;opacity:0}
.f{position:relative;overflow:hidden;border:1px solid #8883;border-radius:16px;height:var(--r,640px)}
@keyframes i{from{opacity:0;transform:translateY(8px)}}
@media(max-width:480px){.d{inset:0 0 auto;width:100%;max-width:none;height:var(--h,100dvh);border-radius:0}}
@media(prefers-reduced-motion){*{animation:none!important;transition:none!important}}`;
