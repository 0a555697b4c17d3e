export default { title: 'The Book of Ferries', url: 'https://book.example.com' };
